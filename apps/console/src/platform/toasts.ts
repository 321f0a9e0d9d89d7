import { limits } from '@eyrie/domain';
import { create } from 'zustand';

export type ToastKind = 'error' | 'success' | 'info';
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let last = 0;
const shownAtOnce = 4;

export const dismissToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));

/** Shows a text for three seconds. The same text again does not pile up, it stays longer. */
export const showToast = (kind: ToastKind, text: string): void => {
  if (text === '') return;
  const id = ++last;
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((toast) => toast.text !== text), { id, kind, text }].slice(-shownAtOnce),
  }));
  setTimeout(() => dismissToast(id), limits.web.toast);
};
