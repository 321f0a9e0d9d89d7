import { heightReferences, regionKinds, type RegionKind } from '@eyrie/domain';
import { Checkbox, DatePicker, Form, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { departmentField } from '../../parts.ts';
import { fromPicker, toPicker } from '../../platform/period.ts';
import { useText } from '../../platform/text.tsx';
import { usualColours, type RegionFields } from './region-fields.ts';

interface FieldsProps {
  fields: RegionFields;
  /** A region stays in the department in which it was drawn. */
  fresh: boolean;
  /** What the server refused, by field. */
  faults: Readonly<Record<string, string>>;
  onChange: (change: Partial<RegionFields>) => void;
}

const metres = (value: number | null): number | null => value;

function Naming({ fields, fresh, faults, onChange }: FieldsProps): ReactNode {
  const text = useText();
  const choose = (kind: RegionKind): void =>
    // A colour that nobody chose goes with the kind.
    onChange({
      kind,
      ...(fields.colour === usualColours[fields.kind] ? { colour: usualColours[kind] } : {}),
    });
  return (
    <>
      <Form.Item
        label={text('field.name')}
        required
        help={faults['name']}
        validateStatus={faults['name'] ? 'error' : ''}
      >
        <Input
          aria-label={text('field.name')}
          count={{ max: 64 }}
          value={fields.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Form.Item>
      <Form.Item
        label={text('region.kind')}
        help={faults['kind']}
        validateStatus={faults['kind'] ? 'error' : ''}
      >
        <Select
          aria-label={text('region.kind')}
          value={fields.kind}
          onChange={choose}
          options={regionKinds.map((kind) => ({ value: kind, label: text(`region.kind.${kind}`) }))}
        />
      </Form.Item>
      <div className="zone-pair ey-grid ey-gap-8">
        <Form.Item label={text('region.colour')}>
          <input
            type="color"
            aria-label={text('region.colour')}
            value={fields.colour}
            onChange={(event) => onChange({ colour: event.target.value })}
          />
        </Form.Item>
        <Form.Item label={text('region.group')}>
          <Input
            aria-label={text('region.group')}
            count={{ max: 64 }}
            value={fields.group}
            onChange={(event) => onChange({ group: event.target.value })}
          />
        </Form.Item>
      </div>
      {fresh ? (
        <Form.Item label={text('field.department')}>
          {departmentField()({
            id: 'region-department',
            value: fields.groupOID ?? '',
            values: {},
            change: () => undefined,
            onChange: (value) => onChange({ groupOID: typeof value === 'string' ? value : null }),
          })}
        </Form.Item>
      ) : null}
    </>
  );
}

function Band({ fields, faults, onChange }: FieldsProps): ReactNode {
  const text = useText();
  return (
    <>
      <div className="zone-pair ey-grid ey-gap-8">
        {(['floor', 'ceiling'] as const).map((end) => (
          <Form.Item
            key={end}
            label={text(`region.${end}`)}
            help={faults[end]}
            validateStatus={faults[end] ? 'error' : ''}
          >
            <InputNumber
              aria-label={text(`region.${end}`)}
              min={-1000}
              max={20000}
              value={fields[end]}
              onChange={(value) => onChange({ [end]: metres(value) })}
              style={{ inlineSize: '100%' }}
            />
          </Form.Item>
        ))}
      </div>
      <Form.Item label={text('region.heightReference')} extra={text('region.bandHint')}>
        <Select
          aria-label={text('region.heightReference')}
          value={fields.heightReference}
          onChange={(heightReference) => onChange({ heightReference })}
          options={heightReferences.map((one) => ({
            value: one,
            label: text(`region.heightReference.${one}`),
          }))}
        />
      </Form.Item>
    </>
  );
}

function Validity({ fields, faults, onChange }: FieldsProps): ReactNode {
  const text = useText();
  return (
    <>
      {(['validFrom', 'validUntil'] as const).map((end) => (
        <Form.Item
          key={end}
          label={`${text(`region.${end}`)} (${fields.zone})`}
          help={faults[end]}
          validateStatus={faults[end] ? 'error' : ''}
        >
          <DatePicker
            showTime
            aria-label={text(`region.${end}`)}
            placeholder={text('region.always')}
            value={toPicker(fields[end] === null ? '' : String(fields[end]), fields.zone)}
            onChange={(picked) => {
              const moment = fromPicker(picked, fields.zone);
              onChange({ [end]: moment === '' ? null : Number(moment) });
            }}
            style={{ inlineSize: '100%' }}
          />
        </Form.Item>
      ))}
      <Checkbox checked={fields.enabled} onChange={(event) => onChange({ enabled: event.target.checked })}>
        {text('region.enabled')}
      </Checkbox>
      <Form.Item label={text('region.remark')}>
        <Input.TextArea
          aria-label={text('region.remark')}
          rows={2}
          count={{ max: 300 }}
          value={fields.remark}
          onChange={(event) => onChange({ remark: event.target.value })}
        />
      </Form.Item>
    </>
  );
}

/** Name, meaning, height band and validity of a region. */
export function RegionFieldsForm(props: FieldsProps): ReactNode {
  return (
    <>
      <Naming {...props} />
      <Band {...props} />
      <Validity {...props} />
    </>
  );
}
