import type { Surface } from '../modules/layer/index.ts';

/** Where no layer says what stands on the ground. */
export const bareGround = async (): Promise<Surface> => ({
  known: false,
  blocks: [],
  labels: [],
  unread: [],
  oids: { here: [], lost: [] },
});
