/** DJI keys of the docks that can be registered, with the names people know. */
export const dockModels = [
  { value: '3-1-0', label: 'DJI Dock' },
  { value: '3-2-0', label: 'DJI Dock 2' },
  { value: '3-3-0', label: 'DJI Dock 3' },
] as const;

/** Does an address lead nowhere but to the machine that follows it? */
export const leadsHere = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
};
