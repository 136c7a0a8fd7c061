// Writes a zip file, entry by entry. Plain zip: up to 4 GB, names in UTF-8, no dates, so that the same content gives the same bytes.

import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const pack = promisify(deflateRaw);

/** 1 January 1980, the first day a zip file can represent. */
const NO_DATE = 0x0021;
const VERSION = 20;
const UTF8 = 0x0800;
const DEFLATED = 8;

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly at: number;
}

/** The fields that both headers of an entry share, in this order. */
function facts({ name, crc, packedBytes, bytes }: Written): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(VERSION, 0);
  head.writeUInt16LE(UTF8, 2);
  head.writeUInt16LE(DEFLATED, 4);
  head.writeUInt16LE(0, 6);
  head.writeUInt16LE(NO_DATE, 8);
  head.writeUInt32LE(crc, 10);
  head.writeUInt32LE(packedBytes, 14);
  head.writeUInt32LE(bytes, 18);
  head.writeUInt16LE(name.length, 22);
  return head;
}

export class ZipWriter {
  readonly #entries: Written[] = [];
  #at = 0;

  /** The bytes to write for it. */
  async entry(name: string, content: Uint8Array): Promise<Buffer> {
    const packed = await pack(content);
    const written = {
      name: Buffer.from(name),
      crc: crc32(content),
      packedBytes: packed.length,
      bytes: content.length,
      at: this.#at,
    };
    this.#entries.push(written);
    const bytes = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts(written), written.name, packed]);
    this.#at += bytes.length;
    return bytes;
  }

  /** The bytes to write after the last entry. */
  end(): Buffer {
    const rows = this.#entries.map((written) => {
      const rest = Buffer.alloc(14);
      rest.writeUInt32LE(written.at, 10);
      return Buffer.concat([
        Buffer.from('PK\x01\x02', 'latin1'),
        Buffer.from([VERSION, 0]),
        facts(written),
        rest,
        written.name,
      ]);
    });
    const table = Buffer.concat(rows);
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    end.writeUInt16LE(rows.length, 8);
    end.writeUInt16LE(rows.length, 10);
    end.writeUInt32LE(table.length, 12);
    end.writeUInt32LE(this.#at, 16);
    return Buffer.concat([table, end]);
  }
}
