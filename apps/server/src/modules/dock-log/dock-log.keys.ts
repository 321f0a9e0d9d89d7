import { limits, type LogModule } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { MediaRoom } from '../media/index.ts';
import { openUploadsOfOrder } from './dock-log.store.ts';

/** Where the log files of one upload of a dock lie; what a dock is given for it reaches no other place. */
const prefixOf = (dockOID: string, commandOID: string): string => `logs/${dockOID}/${commandOID}/`;
export const keyOf = (dockOID: string, commandOID: string, module: LogModule): string =>
  `${prefixOf(dockOID, commandOID)}${module}.tar`;

/** How credentials of devices are made and ended. */
export type CredentialSource = Pick<MediaRoom, 'credentialBelow' | 'endCredentials'>;

/** What docks store their log files with: for a time, for one upload. */
export const createLogCredentials = (db: DbOrTrx, source: CredentialSource) => {
  const end = (dockOID: string, commandOID: string): Promise<void> =>
    source.endCredentials(dockOID, prefixOf(dockOID, commandOID));
  return {
    give: (dockOID: string, commandOID: string) =>
      source.credentialBelow(dockOID, prefixOf(dockOID, commandOID), limits.dockLog.credentialLife),
    end,
    /** Ends it once nothing of its order is open any more. */
    endIfOver: async (dockOID: string, commandOID: string): Promise<void> => {
      if ((await openUploadsOfOrder(db, commandOID)).length === 0) await end(dockOID, commandOID);
    },
  };
};
export type LogCredentials = ReturnType<typeof createLogCredentials>;
