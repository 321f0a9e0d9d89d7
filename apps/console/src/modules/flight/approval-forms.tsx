import { approvalCalls, type ApprovalRecord } from '@eyrie/domain';
import { ConfirmDialog, FactList, Loaded, loadStateOf, StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { showFailure } from '../../platform/http.ts';
import { RecordForm } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useApproval, useApprove } from './approval.queries.ts';

const looks: Readonly<Record<ApprovalRecord['state'], DeviceState>> = {
  waiting: 'attention',
  approved: 'live',
  rejected: 'alarm',
  withdrawn: 'offline',
};

/** How an approval stands, as symbol and word. */
export function ApprovalState({ state }: Pick<ApprovalRecord, 'state'>): ReactNode {
  const text = useText();
  return <StateSymbol state={looks[state]} word={text(`approval.state.${state}`)} />;
}

/** What is approved, as far as words say it. */
export function ApprovalFacts({ approval }: { approval: ApprovalRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { routeName, dockName, returnAltitude, lostAction, clarity, changed, flightOID } = approval;
  return (
    <FactList
      className="flight-of"
      facts={[
        [text('approval.of'), text(flightOID === null ? 'approval.ofTask' : 'approval.ofFlight')],
        [text('flight.route'), <bdi key="route">{routeName ?? '–'}</bdi>],
        [text('field.dock'), <bdi key="dock">{dockName ?? '–'}</bdi>],
        [text('flight.returnAltitude'), figures.length(returnAltitude)],
        [text('flight.lostAction'), lostAction === null ? '–' : text(`flight.lostAction.${lostAction}`)],
        [text('flight.clarity'), clarity === null ? '–' : text(`flight.clarity.${clarity}`)],
        [text('approval.askedBy'), <bdi key="by">{approval.askedBy}</bdi>],
        ...(changed.length === 0
          ? []
          : [
              [
                text('approval.changed'),
                changed.map((part) => text(`approval.part.${part}`)).join(text('monitor.listComma')),
              ] as const,
            ]),
      ]}
    />
  );
}

const nameOf = ({ taskName, routeName }: ApprovalRecord): string => taskName ?? routeName ?? '–';

/** Approves what is shown: the checksum of it is sent along, so that nothing else can be approved by it. */
export function ApproveDialog({ oid, onClose }: { oid: string; onClose: () => void }): ReactNode {
  const text = useText();
  const answer = useApproval(oid);
  const { mutate, isPending } = useApprove();
  const { data: approval } = answer;
  const mark = approval?.mark ?? null;
  const approve = (): void => {
    if (mark === null) return;
    mutate(
      { oid, mark },
      {
        onSuccess: () => {
          showToast('success', text('approval.approvedNow'));
          onClose();
        },
        onError: (error) => {
          showFailure(error);
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      open
      title={text('approval.approveTitle', { name: approval ? nameOf(approval) : '…' })}
      verb={text('approval.approve')}
      busy={isPending}
      ready={mark !== null}
      onConfirm={approve}
      onCancel={onClose}
    >
      <Loaded state={loadStateOf(answer)}>
        {() =>
          approval ? (
            <>
              <p>{text(mark === null ? 'approval.nothing' : 'approval.approveHint')}</p>
              <ApprovalFacts approval={approval} />
            </>
          ) : null
        }
      </Loaded>
    </ConfirmDialog>
  );
}

/** Asks why it is rejected. */
export function RejectForm({
  approval,
  onClose,
}: {
  approval: ApprovalRecord;
  onClose: () => void;
}): ReactNode {
  return (
    <RecordForm
      form={{
        word: 'approval',
        also: ['flight', 'task'],
        saved: 'approval.rejectedNow',
        fields: {
          reason: { label: 'approval.reason', hint: 'approval.reasonHint', required: true, lines: 2 },
        },
      }}
      title={['approval.rejectTitle', { name: nameOf(approval) }]}
      verb="approval.reject"
      call={approvalCalls.reject}
      fixed={{ oid: approval.oid }}
      onClose={onClose}
    />
  );
}
