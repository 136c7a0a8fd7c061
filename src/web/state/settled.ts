// Throttles values that are expensive to render.

import { useEffect, useRef, useState } from 'preact/hooks';

/** The value, at once when `pauseMs` is 0, else when that much time has passed since the last update. */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const settled = useRef(value);
  const [, setTaken] = useState(0);
  const takenAt = useRef(0);
  if (pauseMs === 0) settled.current = value;
  useEffect(() => {
    if (settled.current === value) return undefined;
    const take = (): void => {
      takenAt.current = performance.now();
      settled.current = value;
      setTaken(takenAt.current);
    };
    // Never in the same frame: the change itself is drawn first.
    const timer = setTimeout(take, Math.max(0, takenAt.current + pauseMs - performance.now()));
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled.current;
}
