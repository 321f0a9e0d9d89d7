import { create } from 'zustand';

/** True while a call is under way; the thin bar at the top shows it. */
export const useBusy = create<{ busy: boolean }>(() => ({ busy: false }));

export const setBusy = (busy: boolean): void => useBusy.setState({ busy });
