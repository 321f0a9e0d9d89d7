import { Input } from 'antd';
import { useId, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import '../../platform/form-field.css';

/** As long as the call takes it, characters. */
const longest = 300;

/** What a person adds to a timed task in words. */
export function TaskRemark({
  value,
  onChange,
}: {
  value: string;
  onChange: (remark: string) => void;
}): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <div className="form-field">
      <label htmlFor={id}>{text('task.remark')}</label>
      <Input.TextArea
        id={id}
        rows={2}
        count={{ show: true, max: longest, exceedFormatter: (typed, { max }) => typed.slice(0, max) }}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
