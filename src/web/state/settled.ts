// Owns values that are worth much work each time they change: taken over at most so often.

import { useEffect, useRef, useState } from 'preact/hooks';

/** The value, at once when `pauseMs` is 0, else when so much time has passed since the last one was taken over. */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  const takenAt = useRef(0);
  useEffect(() => {
    if (settled === value) return undefined;
    const take = (): void => {
      takenAt.current = performance.now();
      setSettled(value);
    };
    // Never in the same frame: what changed is drawn first.
    const timer = setTimeout(take, Math.max(0, takenAt.current + pauseMs - performance.now()));
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return pauseMs === 0 ? value : settled;
}
