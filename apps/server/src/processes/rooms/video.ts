import { showsPictures } from '../../modules/cockpit/index.ts';
import { videoEndpoints } from '../../modules/video/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Dock } from './dock.ts';

export const endpoints = ({ runtime, video }: RoomBase, { dock }: { dock: Dock }): readonly Endpoint[] =>
  videoEndpoints(runtime, {
    video,
    dockInScope: dock.linkInScope,
    showsPictures: (display) => showsPictures(runtime.db, display),
  });
