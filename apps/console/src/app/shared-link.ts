import { create } from 'zustand';

/** What the address carries behind `#/share/`; null at every other address. */
export const shareToken = (hash: string): string | null =>
  /^#\/share\/([\w-]{1,100})$/.exec(hash)?.[1] ?? null;

/** The link of a shared map that this window shows; null: none. */
export const useSharedLink = create<{ token: string | null }>(() => ({ token: null }));

const take = (): void => useSharedLink.setState({ token: shareToken(location.hash) });

/** Looks for a shared map now and whenever the address changes. The link stays in the address: it may be loaded again. */
export function watchSharedLinks(): void {
  take();
  window.addEventListener('hashchange', take);
}
