import { decodeFileUpload, decodeFirstUpload, type UploadedFile } from '@eyrie/dji';
import type { LinkPart } from '../command/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isUuid } from '../../platform/uuid.ts';
import { storeFirst } from './media.first.store.ts';
import { mediaPlans } from './media.plans.ts';

interface Needs {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  recordMedia(dock: DockIdentity, file: UploadedFile): Promise<unknown>;
  /** Minutes east of Greenwich of an organisation, for times without a zone. */
  zoneMinutes(groupRoot: string): Promise<number>;
}

/** Photographs and videos: a dock reports each that it uploaded. */
export const linkPart = ({ runtime, recordMedia, zoneMinutes }: Needs) =>
  ({
    plans: mediaPlans,
    events: {
      file_upload_callback: {
        from: 'any',
        async take({ dock }, message) {
          const file = decodeFileUpload(message.data, await zoneMinutes(dock.groupRoot));
          if (file && file.result === 0) await recordMedia(dock, file);
        },
      },
      highest_priority_upload_flighttask_media: {
        from: 'device',
        async take({ dock }, message) {
          const flightOID = decodeFirstUpload(message.data);
          if (flightOID === null || !isUuid(flightOID)) return;
          const at = new Date(Math.round(runtime.serverTime()));
          await storeFirst(runtime.db, { dockOID: dock.oid, flightOID, at });
        },
      },
    },
  }) satisfies LinkPart;
