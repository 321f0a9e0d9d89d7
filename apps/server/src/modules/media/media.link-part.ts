import { decodeFileUpload, type UploadedFile } from '@eyrie/dji';
import type { LinkPart } from '../command/index.ts';
import type { DockIdentity } from '../dock/index.ts';

interface Needs {
  recordMedia(dock: DockIdentity, file: UploadedFile): Promise<unknown>;
  /** Minutes east of Greenwich of an organisation, for times without a zone. */
  zoneMinutes(groupRoot: string): Promise<number>;
}

/** Photographs and videos: a dock reports each that it uploaded. */
export const linkPart = ({ recordMedia, zoneMinutes }: Needs) =>
  ({
    events: {
      file_upload_callback: {
        from: 'any',
        async take({ dock }, message) {
          const file = decodeFileUpload(message.data, await zoneMinutes(dock.groupRoot));
          if (file && file.result === 0) await recordMedia(dock, file);
        },
      },
    },
  }) satisfies LinkPart;
