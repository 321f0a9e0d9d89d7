import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import './map-menu.css';

export interface MenuItem {
  readonly label: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}

export interface MapMenuProps {
  /** CSS pixels from the left top of the window. */
  at: { x: number; y: number };
  items: readonly MenuItem[];
  onClose: () => void;
}

/** What can be done at a place of the map. It opens where the pointer is, in either direction of writing. */
export function MapMenu({ at, items, onClose }: MapMenuProps): ReactNode {
  const text = useText();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    list.current?.querySelector<HTMLElement>('button:not([disabled])')?.focus();
    const away = ({ target }: Event): void => {
      if (target instanceof Node && !list.current?.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', away, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', away, { capture: true });
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [onClose]);
  const press = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button:not([disabled])') ?? [])];
    const now = buttons.indexOf(document.activeElement as HTMLElement);
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (by !== 0) buttons.at((now + by) % buttons.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const width = 220;
  const left = Math.min(at.x, window.innerWidth - width - 8);
  const top = Math.min(at.y, window.innerHeight - items.length * 34 - 16);
  return (
    <ul
      ref={list}
      role="menu"
      aria-label={text('planner.menu')}
      className="planner-menu ey-panel"
      style={{ left, top, width }}
      onKeyDown={press}
    >
      {items.map(({ label, danger, disabled, run }) => (
        <li key={label} role="none">
          <button
            type="button"
            role="menuitem"
            className={danger ? 'planner-menu-danger' : undefined}
            disabled={disabled ?? false}
            onClick={() => {
              onClose();
              run();
            }}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
