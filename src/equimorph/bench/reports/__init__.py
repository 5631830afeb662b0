"""Reports on rows that tests have judged: pass@k, metric scores, and robustness to perturbed prompts, model by model."""
