import { create } from 'zustand';

/** The page that opens where nobody is signed in: in the field there may be no connection. */
const path = '/RouteSetTerminal';

/** Whether an address is that of the planner for the field. */
export const isTerminal = (hash: string): boolean => hash === `#${path}` || hash.startsWith(`#${path}?`);

/** Whether the planner for the field is shown in place of the sign-in. */
export const useTerminal = create<{ open: boolean }>(() => ({ open: false }));

const take = (): void => useTerminal.setState({ open: isTerminal(location.hash) });

/** Looks for the planner for the field now and whenever the address changes. */
export function watchTerminal(): void {
  take();
  window.addEventListener('hashchange', take);
}

/** Asks for the sign-in, which leads back to what is drawn. */
export const leaveTerminal = (): void => useTerminal.setState({ open: false });
