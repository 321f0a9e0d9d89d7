import { mapShareCalls, mediaCalls } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../platform/allowed.tsx';
import type { NamedFile } from '../../platform/files-to-share.ts';
import { MakeForm, type BeginAction } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { begunWith, formOf } from './share-form.tsx';
import { ShareLink } from './share-link.tsx';

const none: readonly NamedFile[] = [];

/** A new share, and then its link: that is what it was made for. */
export function NewShare({
  files = none,
  onClose,
}: {
  /** Those that it shows, as long as nobody chooses others. */
  files?: readonly NamedFile[];
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const seesFiles = useMay(mediaCalls.query);
  const [form] = useState(() => formOf({ files, seesFiles }));
  return (
    <MakeForm
      form={form}
      begun={begunWith(files)}
      title="mapShare.add"
      call={mapShareCalls.add}
      onClose={onClose}
      renderMade={({ token }) => (
        <Dialog
          open
          title={text('mapShare.saved')}
          onClose={onClose}
          footer={<Button onClick={onClose}>{text('app.close')}</Button>}
        >
          <ShareLink token={token} />
        </Dialog>
      )}
    />
  );
}

export const addShare: BeginAction = {
  icon: 'plus',
  label: 'mapShare.add',
  call: mapShareCalls.add,
  run: ({ dialog }) =>
    dialog({ title: 'mapShare.add', bare: true, content: (close) => <NewShare onClose={close} /> }),
};
