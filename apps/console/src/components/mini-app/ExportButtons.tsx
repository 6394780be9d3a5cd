import type { CollectionDocuments } from '@host/contracts';

import { csvOfDocuments, jsonOfDocuments } from '../../documents/exportDocuments.ts';
import { saveCsv, saveFile } from '../../files/saveFile.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { countOf } from '../../text/formatNumber.ts';
import { Button } from '../Button.tsx';

interface ExportButtonsProps {
  /** The file's name, without its ending. */
  name: string;
  documents: CollectionDocuments;
}

/** Saves all documents of a collection, as an import reads them. */
export function ExportButtons({ name, documents }: ExportButtonsProps) {
  const { toasts } = useServices();
  const say = (file: string) => toasts.say(`${file} has ${countOf(documents.length, 'document')}.`);
  return (
    <>
      <Button
        onClick={() => {
          saveCsv(name, [csvOfDocuments(documents)]);
          say(`${name}.csv`);
        }}
      >
        Save as CSV
      </Button>
      <Button
        onClick={() => {
          const type = 'application/json;charset=utf-8';
          saveFile(`${name}.json`, [jsonOfDocuments(documents)], type);
          say(`${name}.json`);
        }}
      >
        Save as JSON
      </Button>
    </>
  );
}
