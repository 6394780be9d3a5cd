import type { Page } from 'playwright-core';

/** The edge length of blocks, large enough to average text to a grey that hardly depends on the font. */
const BLOCK = 24;
/** The accepted colour difference of a block, of 255. */
const TOLERANCE = 26;

/** The share of blocks (0 to 1) in which two PNGs visibly differ. */
export async function difference(page: Page, first: Buffer, second: Buffer): Promise<number> {
  const [one, other] = [first, second].map((png) => png.toString('base64'));
  return page.evaluate<number>(`(async () => {
    const [one, other] = await Promise.all(['${one}', '${other}'].map(blocks));
    if (one.length !== other.length) return 1;
    const off = one.filter((block, index) =>
      block.some((value, channel) => Math.abs(value - other[index][channel]) > ${TOLERANCE}),
    );
    return off.length / one.length;

    async function blocks(png) {
      const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      const averages = [];
      for (let top = 0; top < image.height; top += ${BLOCK}) {
        for (let left = 0; left < image.width; left += ${BLOCK}) {
          averages.push(average(context.getImageData(left, top, ${BLOCK}, ${BLOCK}).data));
        }
      }
      return averages;
    }

    function average(pixels) {
      const sums = [0, 0, 0];
      for (let at = 0; at < pixels.length; at += 4) {
        for (const channel of [0, 1, 2]) sums[channel] += pixels[at + channel];
      }
      return sums.map((sum) => sum / (pixels.length / 4));
    }
  })()`);
}
