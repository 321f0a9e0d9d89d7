import type { AuditVerdict } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { callsOf, useAuditVerify, type AuditOwner } from './audit-log.queries.ts';

function Verdict({ verdict }: { verdict: AuditVerdict }): ReactNode {
  const text = useText();
  const { rows, brokenAt } = verdict;
  if (verdict.state === 'checking')
    return <StateSymbol state="working" heading={90} word={text('auditLog.checking', { rows })} />;
  return verdict.state === 'whole' ? (
    <StateSymbol state="live" word={text('auditLog.whole', { rows })} />
  ) : (
    <StateSymbol state="alarm" word={text('auditLog.broken', { rows, place: brokenAt ?? 0 })} />
  );
}

/** Checks whether any row was changed since it was written, and says so in one sentence. */
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
      <span role="status" className="audit-verdict">
        {verify.data ? <Verdict verdict={verify.data} /> : null}
      </span>
    </>
  );
}
