import { detectionCalls, trainingFormats, type TrainingFormat } from '@eyrie/domain';
import { useMutation } from '@tanstack/react-query';
import { Checkbox, Form, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useText } from '../../platform/text.tsx';

/** Of which months and model. */
export interface AskedQuality {
  from: string;
  months: number;
  model?: string;
  modelVersion?: string;
}

/** Asks in which format reviewed boxes are exported, and whether with their pictures. */
export function TrainingDialog({ asked, onClose }: { asked: AskedQuality; onClose: () => void }): ReactNode {
  const text = useText();
  const [format, setFormat] = useState<TrainingFormat>('coco');
  const [originals, setOriginals] = useState(false);
  const set = useMutation({
    mutationFn: () => download(detectionCalls.trainingSet, { ...asked, format, originals }),
    onSuccess: (file) => {
      saveFile(file, `${format} ${asked.from}.zip`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={text('detection.training')}
      verb={text('list.export')}
      ready
      busy={set.isPending}
      onSubmit={() => set.mutate()}
      onClose={onClose}
    >
      <p>{text('detection.training.hint')}</p>
      <Form.Item label={text('detection.training.format')}>
        <Select<TrainingFormat>
          aria-label={text('detection.training.format')}
          value={format}
          onChange={setFormat}
          options={trainingFormats.map((value) => ({
            value,
            label: text(`detection.training.format.${value}`),
          }))}
        />
      </Form.Item>
      <Checkbox checked={originals} onChange={({ target }) => setOriginals(target.checked)}>
        {text('detection.training.originals')}
      </Checkbox>
    </FormDialog>
  );
}
