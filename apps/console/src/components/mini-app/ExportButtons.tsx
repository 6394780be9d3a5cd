import type { CollectionDocuments } from '@host/contracts';

import { csvOfDocuments, jsonOfDocuments } from '../../documents/exportDocuments.ts';
import { saveFile } from '../../files/saveFile.ts';
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
  const save = (file: string, text: string, type: string) => {
    saveFile(file, [text], `${type};charset=utf-8`);
    toasts.say(`${file} has ${countOf(documents.length, 'document')}.`);
  };
  return (
    <>
      <Button onClick={() => save(`${name}.csv`, csvOfDocuments(documents), 'text/csv')}>
        Save as CSV
      </Button>
      <Button onClick={() => save(`${name}.json`, jsonOfDocuments(documents), 'application/json')}>
        Save as JSON
      </Button>
    </>
  );
}
