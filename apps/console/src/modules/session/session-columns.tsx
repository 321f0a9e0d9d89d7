import type { SessionRecord } from '@eyrie/domain';
import { StateSymbol, type DataColumns } from '@eyrie/ui';
import type { Figures } from '../../platform/figures.ts';
import type { TextOf } from '../../platform/text.tsx';

/** Where and since when somebody is signed in. */
export const sessionColumns = (text: TextOf, figures: Figures): DataColumns<SessionRecord> => [
  {
    title: text('field.device'),
    width: 220,
    ellipsis: true,
    render: (_, { device, current }) => (
      <span className="session-device">
        <bdi dir="ltr">{device ?? text('session.unknownDevice')}</bdi>
        {current ? <StateSymbol state="live" word={text('session.current')} /> : null}
      </span>
    ),
  },
  {
    title: text('field.address'),
    width: 150,
    ellipsis: true,
    render: (_, { address }) => <bdi dir="ltr">{address ?? '–'}</bdi>,
  },
  {
    title: text('session.since'),
    fold: 2,
    width: 180,
    render: (_, { since }) => <bdi>{figures.time(since)}</bdi>,
  },
  {
    title: text('session.lastUsed'),
    width: 180,
    render: (_, { lastUsedAt }) => <bdi>{figures.time(lastUsedAt)}</bdi>,
  },
];
