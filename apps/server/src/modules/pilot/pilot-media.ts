import {
  fingerprintsAnswered,
  fingerprintsAsked,
  groupUploaded,
  inWorkspace,
  mediaKnown,
  mediaUploaded,
  storageAnswered,
  toStorage,
} from '@eyrie/dji/pilot';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { MediaRoom } from '../media/index.ts';
import { servePilot, type PilotCall } from './pilot-calls.ts';

/** Uploads of a controller: a credential for its own prefix, and what became of it. */
export const pilotMedia = ({ media }: { media: MediaRoom }): PilotCall[] => [
  servePilot(
    'storage',
    inWorkspace,
    async (_request, { pilot }) =>
      toStorage(await media.credentialForDock(pilot.controller.oid, pilot.caller.sessionOID)),
    storageAnswered,
  ),
  servePilot('mediaKnown', mediaKnown, async ({ fingerprint }, { caller }) => {
    const [known] = await media.fingerprintsInUse(caller, 'fingerprint', [fingerprint]);
    // A code other than zero is how the app learns that it has to upload the file.
    if (known === undefined) throw new Refusal('notUploaded');
    return {};
  }),
  servePilot(
    'fingerprints',
    fingerprintsAsked,
    async ({ tiny }, { caller }) => ({
      tiny_fingerprints: await media.fingerprintsInUse(caller, 'tiny_fingerprint', tiny),
    }),
    fingerprintsAnswered,
  ),
  servePilot('mediaUploaded', mediaUploaded, async (sent, { pilot }) => {
    if (!sent.file) throw invalidField('object_key', 'format');
    if (!(await media.recordMedia(pilot.controller, sent.file, sent))) throw notFound();
    return {};
  }),
  servePilot('groupUploaded', groupUploaded, async ({ groupId, uploaded }, { pilot }) => {
    if (groupId === null || uploaded === null) return {};
    // What is missing is uploaded again when the app hears of it.
    if ((await media.countOfGroup(pilot.controller.oid, groupId)) < uploaded)
      throw new Refusal('notUploaded');
    return {};
  }),
];
