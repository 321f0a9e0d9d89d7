import { auditChains, type AuditVerdict } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { callsOf, useAuditVerify, type AuditOwner } from './audit-log.queries.ts';

function Verdict({ verdict }: { verdict: AuditVerdict }): ReactNode {
  const text = useText();
  const { rows, chains } = verdict;
  if (verdict.state === 'checking')
    return <StateSymbol state="working" heading={90} word={text('auditLog.checking', { rows })} />;
  if (verdict.state === 'whole') {
    const [control = 0, general = 0] = auditChains.map(
      (name) => chains.find(({ chain }) => chain === name)?.rows,
    );
    return <StateSymbol state="live" word={text('auditLog.whole', { control, general })} />;
  }
  return chains.map(({ chain: name, rows: found, brokenAt }) => {
    const chain = text(`auditLog.chain.${name}`);
    return brokenAt === null ? (
      <StateSymbol key={name} state="live" word={text('auditLog.chainWhole', { chain, rows: found })} />
    ) : (
      <StateSymbol
        key={name}
        state="alarm"
        word={text('auditLog.chainBroken', { chain, rows: found, place: brokenAt })}
      />
    );
  });
}

/** Checks whether any row was changed since it was written, and says so of both chains. */
export function ChainCheck({ owner }: { owner: AuditOwner }): ReactNode {
  const text = useText();
  const verify = useAuditVerify(owner);
  return (
    <>
      <Allowed call={callsOf[owner].verify}>
        <Button loading={verify.isPending} onClick={() => verify.mutate()}>
          {text('auditLog.verify')}
        </Button>
      </Allowed>
      <span role="status" className="audit-verdict ey-flow">
        {verify.data ? <Verdict verdict={verify.data} /> : null}
      </span>
    </>
  );
}
