import { limits, type FirmwarePackage, type RolloutCandidate } from '@eyrie/domain';
import { Form, Input, InputNumber, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { ManyChoice } from '../../platform/many-choice.tsx';
import { useText, type TextOf } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useOfferedPackages } from './firmware.queries.ts';
import { packageName, versionText } from './firmware-words.ts';
import type { Models } from './package-form.tsx';
import { useCandidates, useRolloutChanges } from './rollout.queries.ts';

const { waveMost, docksMost, reasonMax } = limits.rollout;

interface Draft {
  firmwareOID: string | null;
  docks: string[];
  firstWave: number;
  waveSize: number;
  note: string;
}
type Set = (part: Partial<Draft>) => void;

const candidateText = ({ name, reported, same }: RolloutCandidate, text: TextOf): string =>
  text(same ? 'firmware.hasIt' : 'firmware.candidate', { name, version: versionText(reported, text) });

function Waves({ draft, set }: { draft: Draft; set: Set }): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <>
      {(['firstWave', 'waveSize'] as const).map((field) => (
        <Form.Item key={field} label={text(`firmware.${field}`)} htmlFor={`${id}${field}`} required>
          <InputNumber
            id={`${id}${field}`}
            min={1}
            max={waveMost}
            precision={0}
            value={draft[field]}
            onChange={(size) => set({ [field]: size ?? 1 })}
          />
        </Form.Item>
      ))}
    </>
  );
}

function Docks({ draft, set }: { draft: Draft; set: Set }): ReactNode {
  const text = useText();
  const id = useId();
  const candidates = useCandidates(draft.firmwareOID);
  const list = candidates.data?.list ?? [];
  const empty = candidates.isSuccess && list.length === 0;
  return (
    <Form.Item
      label={text('firmware.docks')}
      htmlFor={id}
      required
      extra={text(empty ? 'firmware.noCandidates' : 'firmware.docksHint')}
    >
      <ManyChoice
        id={id}
        value={draft.docks}
        answer={candidates}
        // One that has the version already would be refused, and stop the others.
        options={list
          .filter(({ same }) => !same)
          .map((one) => ({ value: one.dockOID, label: candidateText(one, text) }))}
        onChange={(docks) => set({ docks: docks.slice(0, docksMost) })}
      />
    </Form.Item>
  );
}

interface Props {
  /** Models that a package can be for. */
  models: Models;
  /** Another person has to approve it first. */
  approvalRequired: boolean;
  onClose: () => void;
}

const none: Draft = { firmwareOID: null, docks: [], firstWave: 1, waveSize: 5, note: '' };

const hintFor = (chosen: FirmwarePackage | undefined): boolean => chosen?.model.startsWith('0-') ?? false;

/** A new rollout: which package, to which docks in which order, and how many at a time. */
export function RolloutForm({ models, approvalRequired, onClose }: Props): ReactNode {
  const text = useText();
  const id = useId();
  const [draft, setDraft] = useState<Draft>(none);
  const set: Set = (part) => setDraft((before) => ({ ...before, ...part }));
  const packages = useOfferedPackages();
  const { asked } = useRolloutChanges();
  const list = packages.data?.list ?? [];
  const { firmwareOID, docks } = draft;
  const save = (): void => {
    if (firmwareOID === null) return;
    asked.mutate(
      { ...draft, firmwareOID },
      {
        onSuccess: ({ state }) => {
          showToast(
            'success',
            text(state === 'asked' ? 'firmware.rolloutAskedFor' : 'firmware.rolloutBegun'),
          );
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={text('firmware.newRollout')}
      verb={text(approvalRequired ? 'firmware.askApproval' : 'firmware.begin')}
      onClose={onClose}
      unsaved={firmwareOID !== null}
      ready={firmwareOID !== null && docks.length > 0}
      {...(firmwareOID === null ? { why: text('firmware.choosePackage') } : {})}
      busy={asked.isPending}
      onSubmit={save}
    >
      <p className="list-hint">
        {text(approvalRequired ? 'firmware.approvalHint' : 'firmware.noApprovalHint')}
      </p>
      <Form.Item label={text('firmware.package')} htmlFor={`${id}package`} required>
        <Select<string>
          id={`${id}package`}
          value={firmwareOID}
          loading={packages.isPending}
          options={list.map((one) => ({ value: one.oid, label: packageName(one, models, text) }))}
          onChange={(next) => set({ firmwareOID: next, docks: [] })}
        />
      </Form.Item>
      {hintFor(list.find(({ oid }) => oid === firmwareOID)) ? (
        <p className="list-hint">{text('firmware.droneHint')}</p>
      ) : null}
      {firmwareOID === null ? null : <Docks draft={draft} set={set} />}
      <Waves draft={draft} set={set} />
      <Form.Item label={text('firmware.note')} htmlFor={`${id}note`}>
        <Input
          id={`${id}note`}
          value={draft.note}
          count={{ show: true, max: reasonMax }}
          onChange={({ target }) => set({ note: target.value })}
        />
      </Form.Item>
    </FormDialog>
  );
}
