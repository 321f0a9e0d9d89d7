import { sessionCalls, type SessionRecord } from '@eyrie/domain';
import { useConfirm } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { listRoom, ListView } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { endSession } from './session-actions.ts';
import { sessionColumns } from './session-columns.tsx';
import { useEndOthers } from './session.queries.ts';
import './session.css';

function EndOthers({ sessions }: { sessions: readonly SessionRecord[] }): ReactNode {
  const text = useText();
  const confirm = useConfirm();
  const endOthers = useEndOthers();
  const count = sessions.filter(({ current }) => !current).length;
  const ask = async (): Promise<void> => {
    const title = text('session.endOthersTitle', { count });
    if (!(await confirm({ title, verb: text('session.endOthers'), danger: true }))) return;
    endOthers.mutate(null, {
      onSuccess: (answer) => showToast('success', text('session.endedOthers', { count: answer.count })),
    });
  };
  return (
    <div className="session-buttons ey-flow ey-gap-8">
      <Allowed call={sessionCalls.endOthers}>
        <Button danger disabled={count === 0} loading={endOthers.isPending} onClick={() => void ask()}>
          {text('session.endOthers')}
        </Button>
      </Allowed>
    </div>
  );
}

const ownSessions = listRoom({
  word: 'session',
  title: 'session.own',
  icon: 'person',
  calls: { query: sessionCalls.own },
  whole: true,
  filters: {},
  none: 'session.none',
  noneFound: 'session.none',
  hint: 'session.ownHint',
  nameOf: ({ device, name }) => device ?? name,
  actionsWidth: 90,
  note: ({ list }) => <EndOthers sessions={list} />,
  columns: ({ text, figures }) => sessionColumns(text, figures),
  actions: [endSession],
});

/** Where the member is signed in, and a way to end what should not be. */
export function OwnSessions(): ReactNode {
  const text = useText();
  return (
    <section className="card" aria-labelledby="own-sessions">
      <h2 id="own-sessions">{text('session.own')}</h2>
      <ListView tab room={ownSessions} />
    </section>
  );
}
