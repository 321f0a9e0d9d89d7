import { useRef, type RefObject } from 'react';

export interface MenuFocus {
  /** Of the button that opens the menu. */
  ref: RefObject<HTMLButtonElement | null>;
  /** For the menu. */
  onOpenChange: (open: boolean) => void;
}

/** A menu that closes leaves the focus nowhere: it goes back to the button, unless it was taken elsewhere. */
export const useMenuFocus = (): MenuFocus => {
  const ref = useRef<HTMLButtonElement>(null);
  const back = (): void => {
    const at = document.activeElement;
    if (at === null || at === document.body || at.closest('.ant-dropdown')) ref.current?.focus();
  };
  return {
    ref,
    // The library lets go of the focus in the moment after.
    onOpenChange: (open) => {
      if (!open) setTimeout(back, 50);
    },
  };
};
