/** How a dock stores the battery in its aircraft, and the charge in percent that it holds it at. */
export const storeModes = ['plan', 'standby'] as const;
export type StoreMode = (typeof storeModes)[number];
export const storeTargets: Readonly<Record<StoreMode, readonly [from: number, to: number]>> = {
  plan: [55, 60],
  standby: [90, 95],
};
