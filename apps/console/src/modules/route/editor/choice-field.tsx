import { Select } from 'antd';
import { useId, type ReactNode } from 'react';

export interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  placeholder?: string;
  disabled?: boolean;
  onChange: (value: Value) => void;
}

/** One of several words. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>): ReactNode {
  const { label, value, options, placeholder, disabled = false, onChange } = props;
  const id = useId();
  return (
    <div className="planner-field ey-stack">
      <label htmlFor={id}>{label}</label>
      <Select<Value>
        id={id}
        size="small"
        value={value}
        placeholder={placeholder}
        disabled={disabled}
        options={[...options]}
        popupMatchSelectWidth={false}
        onChange={onChange}
      />
    </div>
  );
}
