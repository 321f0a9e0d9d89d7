import type { PublicAppearance } from '@eyrie/domain';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createTilePacker } from '../../platform/archive/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { OrganisationRoom } from '../organisation/index.ts';
import type { SessionRoom } from '../session/index.ts';
import { appearanceEndpoints } from './appearance.endpoints.ts';
import { createLiveCredentials, type LiveCredentials } from './live-credential.ts';
import { createAppearanceService, type FileLook } from './appearance.service.ts';
import { createUploads } from './uploads.ts';

export type { LiveSubscriber } from './live-credential.ts';

export interface AppearanceRoom {
  endpoints: Endpoint[];
  units: Unit[];
  /** Who may open the live endpoint with these three; the connection then lives as long as the session. */
  authenticateLive: LiveCredentials['authenticate'];
  /** How an organisation looks to outsiders. */
  lookOf(groupRoot: string): Promise<PublicAppearance>;
  /** How its files look. */
  fileLookOf(groupRoot: string): Promise<FileLook>;
  /** Origins from which pages may fetch tiles: those of an organisation, or of the first one for who is nobody yet. */
  tileOrigins(groupRoot: string | null): Promise<string[]>;
}

export interface AppearanceDeps {
  audit: AuditLog;
  organisation: OrganisationRoom;
  session: Pick<SessionRoom, 'callerOf'>;
  objects: Objects;
  /** Address of the live endpoint as browsers reach it; null: `/mqtt` on the host that served the page. */
  liveUrl: string | null;
}

export function createAppearance(runtime: Runtime, deps: AppearanceDeps): AppearanceRoom {
  const { audit, organisation, objects } = deps;
  const tilePacker = createTilePacker();
  const credentials = createLiveCredentials(runtime, { session: deps.session, url: deps.liveUrl ?? '/mqtt' });
  const uploads = createUploads({ runtime, audit, objects, tilePacker });
  const appearances = createAppearanceService({ runtime, audit, uploads });
  return {
    endpoints: appearanceEndpoints(runtime, {
      audit,
      organisation,
      objects,
      credentials,
      appearances,
      uploads,
    }),
    units: [tilePacker],
    lookOf: async (groupRoot) => (await appearances.inForce(groupRoot)).settings,
    fileLookOf: appearances.fileLookOf,
    authenticateLive: credentials.authenticate,
    tileOrigins: async (groupRoot) => {
      const root = groupRoot ?? (await organisation.first())?.oid;
      return root === undefined ? [] : appearances.tileOriginsOf(root);
    },
  };
}
