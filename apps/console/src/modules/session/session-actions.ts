import { sessionCalls, type SessionRecord } from '@eyrie/domain';
import type { RecordAction } from '../../platform/list/index.ts';

/** Ends a session after asking, which names the member and the device. */
export const endSession: RecordAction<SessionRecord> = {
  icon: 'close',
  label: 'session.endOf',
  named: ({ name, device }) => ({ name, device: device ?? '–' }),
  danger: true,
  call: sessionCalls.end,
  because: 'refusal.superior',
  fits: ({ current }) => !current,
  run: ({ oid, name, device }, { change, text }) =>
    change({
      call: sessionCalls.end,
      request: { oids: [oid] },
      done: 'session.ended',
      ask: {
        title: text('session.endTitle', { name, device: device ?? text('session.unknownDevice') }),
        verb: text('session.end'),
      },
    }),
};
