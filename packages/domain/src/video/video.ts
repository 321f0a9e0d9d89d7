import { gatewayKey } from '../dock/gateway-key.ts';

/** Where the cameras of a dock look, as devices number them. */
export const dockViews = { inside: 0, outside: 1 } as const;
/** Docks whose documents name one camera alone; a model that no document names is judged as the newest dock. */
export const lacksDockViews = (nameOrKey: string): boolean => {
  const model = gatewayKey(nameOrKey);
  return model === '3-1-0' || model.startsWith('2-');
};
