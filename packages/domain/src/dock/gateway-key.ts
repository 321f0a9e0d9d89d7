const keys: ReadonlyMap<string, string> = new Map([
  ['Dock', '3-1-0'],
  ['Dock 2', '3-2-0'],
  ['Dock 3', '3-3-0'],
  ['RC Plus 2', '2-174-0'],
]);

/** Key of the model of a gateway: records show its name, devices and their documents know it by its key. */
export const gatewayKey = (nameOrKey: string): string => keys.get(nameOrKey) ?? nameOrKey;
