// Owns what lies over the page: it takes the focus, keeps it, gives it back, and closes on Escape or a click beside it.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import './dialog.css';

export function Dialog(props: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): ComponentChildren {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      class="dialog"
      ref={box}
      aria-label={props.label}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === box.current) props.onClose();
      }}
    >
      <div class="dialog__inside">{props.children}</div>
    </dialog>
  );
}
