// A modal dialog: takes the focus, keeps it, gives it back, and closes on Escape or a click outside.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './dialog.css';

export function Dialog(props: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): ComponentChildren {
  const box = useRef<HTMLDialogElement>(null);
  // Synchronously: what is typed next is meant for the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      class="floating dialog"
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
