"use strict";
// The variant file follows the boxes: the lines before the first rule stay, and each question is one line.
{
  const file = document.getElementById("file");
  const form = document.querySelector("form");
  const head = file.textContent.split("\n").slice(0, 3);
  const write = () => {
    const lines = [...form.querySelectorAll("input:checked")].map((box) => `  ${box.name}: ${box.value}`);
    file.textContent = [...head, ...(lines.length ? lines : ["  {}"])].join("\n") + "\n";
  };
  form.addEventListener("change", write);
  write(); // a browser may remember the boxes of the last visit
}
