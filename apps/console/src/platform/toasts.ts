import { pageLimits } from '@eyrie/domain';
import { create } from 'zustand';

export type ToastKind = 'error' | 'success' | 'info';
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** What somebody may do about it. */
  action?: { label: string; run: () => void };
}

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let last = 0;
const shownAtOnce = 4;

export const dismissToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));

const ends = new Map<number, ReturnType<typeof setTimeout>>();
/** Somebody is upon it: it stays. */
export const holdToast = (id: number): void => clearTimeout(ends.get(id));
/** Nobody is upon it (any more): its time begins. */
export const leaveToast = (id: number): void => {
  holdToast(id);
  const toast = useToasts.getState().toasts.find((one) => one.id === id);
  if (!toast) return void ends.delete(id);
  ends.set(
    id,
    setTimeout(() => dismissToast(id), toast.action ? pageLimits.web.undoToast : pageLimits.web.toast),
  );
};

/** Shows a text for some seconds. The same text again does not pile up, it stays longer. */
export const showToast = (kind: ToastKind, text: string, action?: Toast['action']): void => {
  if (text === '') return;
  const id = ++last;
  useToasts.setState(({ toasts }) => ({
    toasts: [
      ...toasts.filter((toast) => toast.text !== text),
      { id, kind, text, ...(action ? { action } : {}) },
    ].slice(-shownAtOnce),
  }));
  leaveToast(id);
};
