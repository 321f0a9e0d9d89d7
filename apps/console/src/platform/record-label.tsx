import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { ListTools, RecordAction } from './list/index.ts';
import { QrCode } from './qr-code.tsx';
import { useText } from './text.tsx';
import './record-label.css';

interface Labelled {
  oid: string;
  name: string;
  sn: string;
}

/** A label to be printed and stuck on a device: its name, its serial number, and a code that opens its record. */
function RecordLabel({ name, sn, address }: { name: string; sn: string; address: string }): ReactNode {
  const text = useText();
  return (
    <>
      <div className="record-label">
        <QrCode className="record-label-code" value={address} title={text('device.labelCode', { name })} />
        <div>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <bdi dir="ltr">{sn}</bdi>
        </div>
      </div>
      <p className="list-hint">
        <bdi dir="ltr">{address}</bdi>
      </p>
      <Button type="primary" onClick={() => print()}>
        {text('device.labelPrint')}
      </Button>
    </>
  );
}

/** The action of a record that shows its label. @param page on which a record opens by its oid */
export const labelAction = <Row extends Labelled>(page: string): RecordAction<Row> => ({
  icon: 'copy',
  label: 'device.label',
  run: ({ oid, name, sn }, { dialog }: Pick<ListTools<Row>, 'dialog'>) =>
    dialog({
      title: 'device.label',
      width: 420,
      content: () => (
        <RecordLabel
          {...{ name, sn }}
          address={`${location.origin}${location.pathname}#${page}?open=${oid}`}
        />
      ),
    }),
});
