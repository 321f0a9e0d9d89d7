import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import { useDrag } from './drag.ts';
import { Icon } from './icon.tsx';
import { measures } from './tokens.ts';
import { useUiTexts } from './ui-texts.tsx';
import './dialog.css';

export interface DialogProps {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  /** px; 550 when not said. */
  width?: number;
  /** Something was typed: closing asks first. */
  unsaved?: boolean;
  /** What it then asks, where nothing was typed but something else would be lost. */
  question?: string | undefined;
  /** A question that needs an answer, rather than a form. */
  alert?: boolean;
}

const focusable =
  'input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled]), [tabindex="0"], a[href]';

/** A field that rests or is out of sight takes no focus: then the dialog itself does, or Escape would not reach it. */
const enter = (panel: HTMLElement): void => {
  const first =
    panel.querySelector<HTMLElement>('[data-autofocus]:not([disabled])') ??
    panel.querySelector<HTMLElement>(focusable);
  first?.focus();
  if (!panel.contains(document.activeElement)) panel.focus();
};

/** Puts the focus into the dialog when it opens, and back where it came from when it closes. */
const useFocus = (body: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const before = document.activeElement;
    const panel = body.current;
    if (!panel) return undefined;
    if (!panel.contains(before)) enter(panel);
    // A step that takes the place of another takes its button away, and the keyboard would fall out of the dialog:
    // Escape and Tab would speak to the page behind.
    let last: Element | null = document.activeElement;
    const follow = ({ target }: FocusEvent): void => {
      if (target instanceof Element) last = target;
    };
    const observer = new MutationObserver(() => {
      if (last && !last.isConnected && document.activeElement === document.body) enter(panel);
    });
    document.addEventListener('focusin', follow);
    observer.observe(panel, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', follow);
      observer.disconnect();
      if (!(before instanceof HTMLElement)) return;
      // What opened it may have gone, or rest, with what was changed: then the page keeps the keyboard.
      if (before.isConnected) before.focus();
      if (document.activeElement === document.body)
        document.querySelector('main')?.focus({ preventScroll: true });
    };
  }, [body]);
};

/** Keeps Tab within a question: whoever leaves it unseen would order the next thing without having answered. */
const stayWithin = (panel: HTMLElement, event: KeyboardEvent): void => {
  const stops = [...panel.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) => one.offsetParent !== null,
  );
  const [first, last] = [stops[0], stops.at(-1)];
  const edge = event.shiftKey ? first : last;
  if (document.activeElement !== edge && document.activeElement !== panel) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
};

interface DiscardProps {
  question: string | undefined;
  onKeep: () => void;
  onDiscard: () => void;
}

function Discard({ question, onKeep, onDiscard }: DiscardProps): ReactNode {
  const texts = useUiTexts();
  return (
    <div className="ey-dialog-discard" role="alert">
      <span>{question ?? texts.discardTitle}</span>
      <button type="button" onClick={onDiscard}>
        {question === undefined ? texts.discard : texts.close}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question takes the focus, on the answer that loses nothing */}
      <button type="button" autoFocus onClick={onKeep}>
        {texts.keepEditing}
      </button>
    </div>
  );
}

function Panel(props: DialogProps): ReactNode {
  const { title, onClose, children, footer, width = measures.dialog, unsaved = false, alert = false } = props;
  const texts = useUiTexts();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const typedIn = useRef<Element | null>(null);
  const { offset, onPointerDown } = useDrag();
  useFocus(body);
  const close = (): void => {
    if (!unsaved) {
      onClose();
      return;
    }
    typedIn.current = document.activeElement;
    setAsking(true);
  };
  const keep = (): void => {
    setAsking(false);
    if (typedIn.current instanceof HTMLElement) typedIn.current.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (alert && event.key === 'Tab' && panel.current) stayWithin(panel.current, event);
    // An open list inside the dialog closes first; it has taken the key then.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    if (asking) keep();
    else close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role, dialog or alertdialog, is not seen here; a dialog answers Escape
    <div
      ref={panel}
      className="ey-dialog"
      role={alert ? 'alertdialog' : 'dialog'}
      aria-modal="false"
      aria-labelledby={id}
      style={{ inlineSize: width, translate: `${offset.x}px ${offset.y}px` }}
      onKeyDown={press}
    >
      <div className="ey-dialog-head" onPointerDown={onPointerDown}>
        <h2 id={id}>{title}</h2>
        <button type="button" className="ey-dialog-close" aria-label={texts.close} onClick={close}>
          <Icon name="close" size={16} />
        </button>
      </div>
      {asking ? <Discard question={props.question} onKeep={keep} onDiscard={onClose} /> : null}
      <div ref={body} className="ey-dialog-inside" tabIndex={-1}>
        {children ? <div className="ey-dialog-body">{children}</div> : null}
        {footer ? <div className="ey-dialog-foot">{footer}</div> : null}
      </div>
    </div>
  );
}

/**
 * A dialog that stands over the page without covering it: no overlay, a click outside does not close it, and it
 * can be moved aside to look at the map. Escape closes, and asks first when something was typed.
 */
export function Dialog(props: DialogProps): ReactNode {
  return props.open ? createPortal(<Panel {...props} />, document.body) : null;
}
