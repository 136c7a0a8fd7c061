// What lies over the page: it takes the focus, keeps it, gives it back, and closes on Escape or a click beside it.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './dialog.css';

export function Dialog(props: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): ComponentChildren {
  const box = useRef<HTMLDialogElement>(null);
  // At once: what is typed next is meant for it.
  useLayoutEffect(() => {
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
