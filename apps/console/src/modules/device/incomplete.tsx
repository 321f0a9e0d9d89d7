import type { IncompleteField } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

/** What the record of a device still lacks; nothing where it lacks nothing. */
export function Incomplete({
  fields,
  whole = false,
}: {
  fields: readonly IncompleteField[];
  /** With the names of the fields, not only that some are missing. */
  whole?: boolean;
}): ReactNode {
  const text = useText();
  if (fields.length === 0) return null;
  const names = fields.map((field) => text(`device.${field}`)).join(text('monitor.listComma'));
  const said = text('device.incompleteWhat', { fields: names });
  return (
    <span title={said}>
      <StateSymbol state="attention" word={whole ? said : text('device.incomplete')} />
    </span>
  );
}
