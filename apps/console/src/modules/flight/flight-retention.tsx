import { flightKeepingCalls, type FlightRetention, type KeptFlightRules } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { KeptDays, RulesButtons } from '../../platform/keeping.tsx';
import type { BeginAction, ListDialog } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useFlightRetention, useFlightRetentionPreview, useSetFlightRetention } from './keeping.queries.ts';

const days = ['unflownDays', 'arrangedDays', 'timedDays', 'byHandDays'] as const;

/** What goes by the rules as they are typed, with the oldest by name. */
function Preview({
  preview: { data },
}: {
  preview: ReturnType<typeof useFlightRetentionPreview>;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (!data) return <p className="form-hint ey-hint">{text('media.previewFirst')}</p>;
  return (
    <section role="status" aria-label={text('flight.retentionPreview')}>
      <ul>
        {data.kinds.map(({ kind, count }) => (
          <li key={kind}>{`${text(`flight.keptKind.${kind}`)}: ${figures.amount(count)}`}</li>
        ))}
      </ul>
      <p className="form-hint ey-hint">{text('media.previewHeld', { count: figures.amount(data.held) })}</p>
      <ol>
        {data.flights.map(({ oid, name, endedAt }) => (
          <li key={oid}>
            <bdi>{name}</bdi> · <bdi>{figures.time(endedAt)}</bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}

function RulesForm({ rules, onDone }: { rules: KeptFlightRules; onDone: () => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  // The version that was read here: what somebody else has saved meanwhile is not overwritten.
  const [{ allowed, version, actsFrom, ...read }] = useState(rules);
  const [draft, setDraft] = useState<FlightRetention>(read);
  const preview = useFlightRetentionPreview();
  const save = useSetFlightRetention();
  const mayChange = allowed.includes('setRetention');
  const saved = (): void => {
    showToast('success', text('media.retentionSaved'));
    onDone();
  };
  return (
    <>
      {actsFrom === null ? null : (
        <p className="form-hint ey-hint">{text('flight.retentionFrom', { time: figures.time(actsFrom) })}</p>
      )}
      {days.map((field) => (
        <KeptDays
          key={field}
          label={text(`detail.key.${field}`)}
          value={draft[field]}
          onChange={(value) => {
            preview.reset();
            setDraft({ ...draft, [field]: value });
          }}
        />
      ))}
      {mayChange ? (
        <>
          <Preview preview={preview} />
          <RulesButtons
            isSeen={preview.data !== undefined}
            isLooking={preview.isPending}
            isSaving={save.isPending}
            onPreview={() => preview.mutate(draft)}
            onSave={() => save.mutate({ ...draft, version }, { onSuccess: saved })}
          />
        </>
      ) : (
        <p className="form-hint ey-hint">{text('refusal.retentionOfWhole')}</p>
      )}
    </>
  );
}

function Retention({ onDone }: { onDone: () => void }): ReactNode {
  const text = useText();
  const rules = useFlightRetention();
  return (
    <>
      <p className="form-hint ey-hint">{text('flight.retentionHint')}</p>
      <Loaded state={loadStateOf(rules)}>
        {() => (rules.data ? <RulesForm rules={rules.data} onDone={onDone} /> : null)}
      </Loaded>
    </>
  );
}

const retentionDialog: ListDialog = {
  title: 'flight.retention',
  width: 560,
  content: (close) => <Retention onDone={close} />,
};

/** How long the organisation keeps records of flights. */
export const flightRetentionAction: BeginAction = {
  icon: 'clock',
  label: 'flight.retention',
  call: flightKeepingCalls.setRetention,
  run: ({ dialog }) => dialog(retentionDialog),
};
