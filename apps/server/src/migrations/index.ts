import type { Kysely } from 'kysely';
import * as first from './0001-first.ts';
import * as people from './0002-people.ts';
import * as role from './0003-role.ts';
import * as signIn from './0004-sign-in.ts';
import * as appearance from './0005-appearance.ts';
import * as dictionary from './0006-dictionary.ts';
import * as notification from './0007-notification.ts';
import * as deviceHealth from './0008-device-health.ts';
import * as operation from './0009-operation.ts';
import * as display from './0011-display.ts';
import * as loginTry from './0010-login-try.ts';
import * as notice from './0012-notice.ts';
import * as commandAddress from './0013-command-address.ts';
import * as stepClaims from './0014-step-claims.ts';
import * as flightPhase from './0015-flight-phase.ts';
import * as unknownOutcome from './0016-unknown-outcome.ts';
import * as recordChange from './0017-record-change.ts';

/** Every migration in order. A landed one is never edited; the next number is added. */
export const migrations: Readonly<Record<string, { up(db: Kysely<unknown>): Promise<void> }>> = {
  '0001-first': first,
  '0002-people': people,
  '0003-role': role,
  '0004-sign-in': signIn,
  '0005-appearance': appearance,
  '0006-dictionary': dictionary,
  '0007-notification': notification,
  '0008-device-health': deviceHealth,
  '0009-operation': operation,
  '0010-login-try': loginTry,
  '0011-display': display,
  '0012-notice': notice,
  '0013-command-address': commandAddress,
  '0014-step-claims': stepClaims,
  '0015-flight-phase': flightPhase,
  '0016-unknown-outcome': unknownOutcome,
  '0017-record-change': recordChange,
};
