import { origin } from '../../modules/world/index.ts';
import type { DemoRoom, DemoWorld } from '../demo-room.ts';
import { withoutAnswer, type Provided } from './own-device.ts';

/** The whole of the demo's world in a window of usual size. */
const level = 14;

/**
 * Lets the maps begin at the demo's world where nobody has changed the look of the organisation yet; whoever sets
 * another place, or goes back to the look it came with, keeps it.
 */
export const centreMaps = async ({ calls }: DemoWorld): Promise<Provided<true>> => {
  const found = await calls.get<{ version: number }>('/nebula-five/background/get.rest', {});
  if (!found.ok) return withoutAnswer(found) ?? (found.status === 404 ? 'refused' : null);
  const { version } = found.data;
  if (version !== 0) return true;
  const { lng: longitude, lat: latitude } = origin;
  const place = { longitude, latitude, level, version };
  const edited = await calls.post('/nebula-five/map_config/edit.rest', place);
  // Somebody was faster: that place is wanted.
  return edited.ok || edited.status === 409 ? true : withoutAnswer(edited);
};

export const demo: DemoRoom = {
  async run(world) {
    await world.insist('map', () => centreMaps(world));
  },
};
