import type { AuditRecord } from '@eyrie/domain';
import { Drawer } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useDeedText } from './deed-text.ts';

export interface AuditDrawerProps {
  row: AuditRecord | null;
  onClose: () => void;
  onOnly: (filter: { member?: string; dock?: string }) => void;
}

/** Whoever came from an address was somebody, even if nobody knows who. */
const strangerOf = ({ address }: AuditRecord) =>
  address === null ? 'auditLog.server' : 'auditLog.unknownMember';

function Facts({ row, onOnly }: { row: AuditRecord; onOnly: AuditDrawerProps['onOnly'] }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const deed = useDeedText();
  const code = (value: string | number | null): ReactNode =>
    value === null ? (
      figures.amount(null)
    ) : (
      <bdi dir="ltr" className="audit-code">
        {value}
      </bdi>
    );
  const facts: [string, ReactNode][] = [
    [text('auditLog.time'), `${figures.time(row.at)}.${String(row.at % 1000).padStart(3, '0')}`],
    [
      text('auditLog.member'),
      row.member ? (
        <>
          <bdi>{`${row.member.name} (${row.member.account})`}</bdi>
          <Button type="link" size="small" onClick={() => onOnly({ member: row.member?.oid ?? '' })}>
            {text('auditLog.onlyThis')}
          </Button>
        </>
      ) : (
        text(strangerOf(row))
      ),
    ],
    [text('auditLog.action'), deed.action(row.action)],
    [text('auditLog.outcome'), deed.outcome(row.outcome)],
    [
      text('auditLog.dock'),
      row.dock ? (
        <>
          <bdi>{`${row.dock.name} (${row.dock.sn})`}</bdi>
          <Button type="link" size="small" onClick={() => onOnly({ dock: row.dock?.oid ?? '' })}>
            {text('auditLog.onlyDock')}
          </Button>
        </>
      ) : (
        figures.amount(null)
      ),
    ],
    [text('auditLog.address'), code(row.address)],
    [text('auditLog.session'), code(row.sessionOID)],
    [text('auditLog.correlation'), code(row.correlationId)],
    [text('auditLog.code'), code(row.code)],
    [text('auditLog.leaseEpoch'), code(row.leaseEpoch)],
    [text('auditLog.previousHash'), code(row.previousHash)],
    [text('auditLog.hash'), code(row.hash)],
  ];
  return (
    <>
      <dl className="audit-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="audit-detail-title">{text('auditLog.detail')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long values scroll, and must by keyboard too */}
      <pre className="audit-detail" dir="ltr" tabIndex={0}>
        {JSON.stringify(row.detail, null, 2)}
      </pre>
    </>
  );
}

/** Everything that one row says. */
export function AuditDrawer({ row, onClose, onOnly }: AuditDrawerProps): ReactNode {
  const text = useText();
  return (
    <Drawer
      open={row !== null}
      title={row ? text('auditLog.open', { place: row.place }) : ''}
      onClose={onClose}
      width={560}
    >
      {row ? <Facts row={row} onOnly={onOnly} /> : null}
    </Drawer>
  );
}
