import { photoHeadBytes, readPhotoView } from '@eyrie/planner';
import { Icon } from '@eyrie/ui';
import { Upload } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../platform/text.tsx';
import { useOneFile } from '../../../platform/one-file.ts';
import { viewAddress } from '../editor/plan-source.ts';

/** Takes a photo from the disk; its head is read here and nothing of it is sent. */
export function FromPhoto({ onTaken }: { onTaken: () => void }): ReactNode {
  const text = useText();
  const onDrop = useOneFile();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<string | null>(null);
  const read = async (file: File): Promise<void> => {
    const head = await file
      .slice(0, photoHeadBytes)
      .arrayBuffer()
      .catch(() => null);
    const view = head && readPhotoView(new Uint8Array(head));
    if (!view) {
      setRefused(file.name);
      return;
    }
    onTaken();
    void navigate(viewAddress(view));
  };
  return (
    <div className="ey-stack ey-gap-12">
      <Upload.Dragger
        accept="image/jpeg,.jpg,.jpeg"
        multiple={false}
        showUploadList={false}
        onDrop={onDrop}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <Icon name="upload" size={28} />
        <p>{text('planner.photo.drop')}</p>
      </Upload.Dragger>
      {refused === null ? null : (
        <p role="alert" className="planner-fault">
          {text('planner.photo.notJpeg', { file: refused })}
        </p>
      )}
    </div>
  );
}
