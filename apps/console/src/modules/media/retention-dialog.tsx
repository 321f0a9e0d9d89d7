import type { KeptRules, RetentionRules } from '@eyrie/domain';
import { Dialog, Loaded, loadStateOf } from '@eyrie/ui';
import { Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { KeptDays, RulesButtons } from '../../platform/keeping.tsx';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useRetention, useRetentionPreview, useSetRetention } from './keeping.queries.ts';

const days = ['photoDays', 'videoDays', 'otherDays'] as const;

function Preview({ preview }: { preview: ReturnType<typeof useRetentionPreview> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { data } = preview;
  if (!data) return <p className="media-none">{text('media.previewFirst')}</p>;
  return (
    <section role="status" aria-label={text('media.preview')}>
      <ul>
        {data.kinds.map(({ kind, count, bytes }) => (
          <li key={kind}>
            {text(`media.kind.${kind}`)}:{' '}
            {text('media.previewOf', {
              count: figures.amount(count),
              size: sizeText(bytes, figures, text),
            })}
          </li>
        ))}
      </ul>
      <p className="media-none">{text('media.previewHeld', { count: figures.amount(data.held) })}</p>
      <ol>
        {data.files.map(({ oid, name, createdAt }) => (
          <li key={oid}>
            <bdi>{name}</bdi> · <bdi>{figures.time(createdAt)}</bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Rules of how long files are kept. They are saved only after it was seen what goes by them. */
function RulesForm({ rules, onDone }: { rules: KeptRules; onDone: () => void }): ReactNode {
  const text = useText();
  // The version that was read here: what somebody else has saved meanwhile is not overwritten.
  const [{ allowed: _allowed, version, ...read }] = useState(rules);
  const [draft, setDraft] = useState<RetentionRules>(read);
  const preview = useRetentionPreview();
  const save = useSetRetention();
  const change = (part: Partial<RetentionRules>): void => {
    preview.reset();
    setDraft({ ...draft, ...part });
  };
  return (
    <>
      {days.map((field) => (
        <KeptDays
          key={field}
          label={text(`detail.key.${field}`)}
          value={draft[field]}
          onChange={(value) => change({ [field]: value })}
        />
      ))}
      <Checkbox
        checked={draft.keepStarred}
        onChange={({ target }) => change({ keepStarred: target.checked })}
      >
        {text('detail.key.keepStarred')}
      </Checkbox>
      <Preview preview={preview} />
      <RulesButtons
        isSeen={preview.data !== undefined}
        isLooking={preview.isPending}
        isSaving={save.isPending}
        onPreview={() => preview.mutate(draft)}
        onSave={() =>
          save.mutate(
            { ...draft, version },
            {
              onSuccess: () => {
                showToast('success', text('media.retentionSaved'));
                onDone();
              },
            },
          )
        }
      />
    </>
  );
}

/** How long the organisation keeps files. */
export function RetentionDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const rules = useRetention();
  return (
    <Dialog open title={text('media.retention')} onClose={onClose}>
      <p className="media-none">{text('media.retentionHint')}</p>
      <Loaded state={loadStateOf(rules)}>
        {() => (rules.data ? <RulesForm rules={rules.data} onDone={onClose} /> : null)}
      </Loaded>
    </Dialog>
  );
}
