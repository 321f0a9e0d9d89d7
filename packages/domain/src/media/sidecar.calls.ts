import { z } from 'zod';
import { call } from '../call.ts';
import { byOid } from '../shape.ts';
import { mediaItem } from './media.shape.ts';

/** Files of positioning that belong to the photos of a flight: exposures (MRK), observations, orbits and raw data of satellites. */
export const sidecarEndings = ['mrk', 'obs', 'nav', 'rtk', 'bin'] as const;

export const sidecarCalls = {
  sidecars: call({
    method: 'POST',
    path: '/nebula-five/mediafile/sidecars.rest',
    effect: 'reads',
    summary: 'The files of positioning of the flight of which a file is: MRK, OBS, NAV, RTK and BIN',
    permission: ['/AchievementDisplay'],
    request: byOid,
    response: z.object({ list: z.array(mediaItem) }),
  }),
};
