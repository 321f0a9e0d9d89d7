import { sessionCalls, type SessionRecord } from '@eyrie/domain';
import { DataTable, loadStateOf, useConfirm, type DataColumns } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { RowAction } from '../../platform/row-action.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { sessionColumns } from './session-columns.tsx';
import { useEndOthers, useOwnSessions } from './session.queries.ts';
import { useSessionEnding } from './use-session-ending.ts';
import './session.css';

function EndOthers({ count }: { count: number }): ReactNode {
  const text = useText();
  const confirm = useConfirm();
  const endOthers = useEndOthers();
  const ask = async (): Promise<void> => {
    const title = text('session.endOthersTitle', { count });
    if (!(await confirm({ title, verb: text('session.endOthers'), danger: true }))) return;
    endOthers.mutate(null, {
      onSuccess: (answer) => showToast('success', text('session.endedOthers', { count: answer.count })),
    });
  };
  return (
    <Allowed call={sessionCalls.endOthers}>
      <Button danger disabled={count === 0} loading={endOthers.isPending} onClick={() => void ask()}>
        {text('session.endOthers')}
      </Button>
    </Allowed>
  );
}

const useColumns = (): DataColumns<SessionRecord> => {
  const text = useText();
  const figures = useFigures();
  const end = useSessionEnding();
  return [
    ...sessionColumns(text, figures),
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
              onClick={() => void end(session)}
            />
          </Allowed>
        ),
    },
  ];
};

/** Where the member is signed in, and a way to end what should not be. */
export function OwnSessions(): ReactNode {
  const text = useText();
  const columns = useColumns();
  const sessions = useOwnSessions();
  const { data } = sessions;
  const others = (data ?? []).filter((session) => !session.current).length;
  return (
    <section className="card" aria-labelledby="own-sessions">
      <div className="session-head">
        <h2 id="own-sessions">{text('session.own')}</h2>
        <EndOthers count={others} />
      </div>
      <p className="session-hint">{text('session.ownHint')}</p>
      <DataTable<SessionRecord>
        label={text('session.own')}
        columns={columns}
        rows={data ?? []}
        rowKey={(session) => session.oid}
        load={loadStateOf(sessions)}
        minWidth={820}
      />
    </section>
  );
}
