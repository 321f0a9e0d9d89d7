import { AutoComplete, Button } from 'antd';
import type { ReactNode, Ref } from 'react';
import { useText } from '../../platform/text.tsx';
import { useLabels } from './marks.queries.ts';

export interface LabelFieldProps {
  /** What the field is for, for those who do not see it. */
  label: string;
  value: string;
  busy: boolean;
  ref?: Ref<HTMLFormElement>;
  onChange: (value: string) => void;
  onAdd: (label: string) => void;
}

/** A label that is typed, or chosen among those in use. */
export function LabelField({ label, value, busy, ref, onChange, onAdd }: LabelFieldProps): ReactNode {
  const text = useText();
  const labels = useLabels();
  const typed = value.trim();
  return (
    <form
      ref={ref}
      className="media-label-field"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') onAdd(typed);
      }}
    >
      <AutoComplete
        aria-label={label}
        placeholder={text('media.labelName')}
        value={value}
        defaultActiveFirstOption={false}
        options={(labels.data ?? []).map((one) => ({ value: one.label }))}
        showSearch={{ filterOption: true }}
        onChange={(next: string) => onChange(next.slice(0, 32))}
      />
      <Button htmlType="submit" loading={busy} disabled={typed === ''}>
        {text('media.labelAdd')}
      </Button>
    </form>
  );
}
