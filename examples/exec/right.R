# R's sample. Rscript finds colddeck.R in the folder it is started in.
source("colddeck.R")

colddeck_exec(52, function(deck) sample(deck))
