import type { AuditRecord } from '@eyrie/domain';
import { FactList, type Fact } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { DetailFacts } from '../../platform/detail-facts.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useActionText } from './action-text.ts';

interface FactsProps {
  row: AuditRecord;
  onOnly: (filter: { member?: string; dock?: string }) => void;
}

/** Whoever came from an address was somebody, even if nobody knows who. */
const strangerOf = ({ address }: AuditRecord) =>
  address === null ? 'auditLog.server' : 'auditLog.unknownMember';

interface WhoProps {
  words: string;
  /** Says that the list will show this one only. */
  only: string;
  onOnly: () => void;
}

/** Somebody or something, and the way to all that the log has about it. */
function Who({ words, only, onOnly }: WhoProps): ReactNode {
  return (
    <>
      <bdi>{words}</bdi>
      <Button type="link" size="small" onClick={onOnly}>
        {only}
      </Button>
    </>
  );
}

/** When it was, who did what to which dock, and how it ended. */
const useStory = ({ row, onOnly }: FactsProps): Fact[] => {
  const text = useText();
  const figures = useFigures();
  const actionText = useActionText();
  const member = row.member && (
    <Who
      words={`${row.member.name} (${row.member.account})`}
      only={text('auditLog.onlyThis')}
      onOnly={() => onOnly({ member: row.member?.oid ?? '' })}
    />
  );
  const dock = row.dock && (
    <Who
      words={`${row.dock.name} (${row.dock.sn})`}
      only={text('auditLog.onlyDock')}
      onOnly={() => onOnly({ dock: row.dock?.oid ?? '' })}
    />
  );
  return [
    [
      text('field.time'),
      <bdi key="time">{`${figures.time(row.at)}.${String(row.at % 1000).padStart(3, '0')}`}</bdi>,
    ],
    [text('field.member'), member ?? text(strangerOf(row))],
    [text('auditLog.action'), actionText.action(row.action)],
    [text('auditLog.outcome'), actionText.outcome(row.outcome)],
    [text('field.dock'), dock ?? figures.amount(null)],
  ];
};

/** Where it came from, what it belongs to, and its place in the chain: figures and codes. */
const useTraces = (row: AuditRecord): Fact[] => {
  const text = useText();
  const figures = useFigures();
  const code = (value: string | number | null): ReactNode =>
    value === null ? (
      figures.amount(null)
    ) : (
      <bdi dir="ltr" className="audit-code">
        {value}
      </bdi>
    );
  return [
    [text('auditLog.address'), code(row.address)],
    [text('auditLog.session'), code(row.sessionOID)],
    [text('auditLog.correlation'), code(row.correlationId)],
    [text('auditLog.code'), code(row.code)],
    [text('auditLog.leaseEpoch'), code(row.leaseEpoch)],
    [text('auditLog.previousHash'), code(row.previousHash)],
    [text('auditLog.hash'), code(row.hash)],
  ];
};

/** Everything that one row says. */
export function Facts({ row, onOnly }: FactsProps): ReactNode {
  const text = useText();
  const story = useStory({ row, onOnly });
  const traces = useTraces(row);
  return (
    <>
      <FactList className="audit-facts" facts={story} />
      <h3 className="audit-part">{text('auditLog.detail')}</h3>
      <DetailFacts detail={row.detail} things={row.names} />
      <h3 className="audit-part">{text('auditLog.traces')}</h3>
      <FactList className="audit-facts" facts={traces} />
    </>
  );
}
