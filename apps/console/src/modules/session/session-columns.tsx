import { sessionCalls, type SessionRecord } from '@eyrie/domain';
import { StateSymbol, type DataColumns } from '@eyrie/ui';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';

/** Where and since when somebody is signed in, with the way to end it. */
export const useSessionColumns = (onEnd: (session: SessionRecord) => void): DataColumns<SessionRecord> => {
  const text = useText();
  const figures = useFigures();
  return [
    {
      title: text('session.device'),
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
      title: text('session.address'),
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
    {
      title: text('app.operations'),
      fixed: 'end',
      width: 90,
      render: (_, session) =>
        session.current ? null : (
          <Allowed call={sessionCalls.end} record={session}>
            <RowAction
              icon="close"
              danger
              label={text('session.endOf', { name: session.name, device: session.device ?? '–' })}
              onClick={() => onEnd(session)}
            />
          </Allowed>
        ),
    },
  ];
};
